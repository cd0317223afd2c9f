import { mount } from "svelte";

import App from "./App.svelte";
import { language } from "./lib/language.svelte";
import "./style.css";

await language.begin().catch(() => {}); // English is always there
mount(App, { target: document.getElementById("app")! });
