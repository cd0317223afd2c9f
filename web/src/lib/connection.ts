/** A table's socket: says hello, puts updates together, sends actions until they are answered, reconnects by itself. */

import type {
  Because, FromClient, FromServer, Opinion, Pointed, Refused, Scene, Talk, Told, Update, Welcome,
} from "./messages";
import { patched } from "./scene";

export type State = "connecting" | "open" | "waiting" | "ended";

/** An action without its key and what was seen: those are added here. */
export type Wish = { type: string; [name: string]: unknown };

export interface Table {
  welcome: Welcome | null;
  view: Update | null;
  scene: Scene | null;
  /** What was told of each step. */
  told: Told[];
  talk: Talk[];
}

export interface Listener {
  changed(table: Table): void;
  state(state: State, words: string): void;
  refused(answer: Refused): void;
  stale(): void;
  because(answer: Because): void;
  opinion(answer: Opinion): void;
  pointed(message: Pointed): void;
}

export type Open = (url: string) => WebSocket;

const PATIENCE = [300, 700, 1500, 3000, 5000, 10000];
/** Milliseconds before the next attempt to connect. */
const SILENCE = 25000;
/** Milliseconds after which the server is asked whether it is still there. */

interface Waiting {
  key: string;
  message: Wish;
  done: (answer: FromServer) => void;
}

export class Connection {
  table: Table = { welcome: null, view: null, scene: null, told: [], talk: [] };
  private socket: WebSocket | null = null;
  private tries = 0;
  private waiting = new Map<string, Waiting>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heart: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private count = 0;
  private over = false;
  private readonly session = Math.random().toString(36).slice(2, 10);

  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly listener: Listener,
    private readonly open: Open = (url) => new WebSocket(url),
  ) {
    this.connect();
  }

  /** Sends an action; it is sent again after a lost connection, under the same key, until it is answered. */
  act(message: Wish): Promise<FromServer> {
    const key = `${this.session}-${++this.count}`;
    const whole = { ...message, key, seen: this.table.view?.n ?? 0 };
    return new Promise((done) => {
      this.waiting.set(key, { key, message: whole, done });
      this.send(whole);
    });
  }

  /** Sends something that needs no answer, or whose answer comes as a message of its own. */
  send(message: Wish | FromClient): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  /** Ends the connection for good. */
  close(): void {
    this.over = true;
    clearTimeout(this.timer);
    clearInterval(this.heart);
    this.socket?.close();
  }

  private connect(): void {
    if (this.over) return;
    this.listener.state("connecting", "");
    const socket = this.open(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.heard = Date.now();
      this.send({ type: "hello", token: this.token, seen: this.table.view?.n ?? 0 });
      for (const each of this.waiting.values()) this.send(each.message);
      clearInterval(this.heart);
      this.heart = setInterval(() => this.beat(), SILENCE / 5);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.heard = Date.now();
      this.take(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.again();
    };
    socket.onerror = () => socket.close();
  }

  /** Does not wait any longer for the next attempt to connect. */
  retry(): void {
    if (this.over || this.socket?.readyState === 1) return;
    clearTimeout(this.timer);
    const before = this.socket;
    this.connect();
    before?.close();
  }

  private beat(): void {
    const silent = Date.now() - this.heard;
    if (silent > 2 * SILENCE) this.socket?.close();
    else if (silent > SILENCE) this.send({ type: "alive" });
  }

  private again(): void {
    clearInterval(this.heart);
    if (this.over) return;
    this.listener.state("waiting", "");
    const wait = PATIENCE[Math.min(this.tries++, PATIENCE.length - 1)]!;
    this.timer = setTimeout(() => this.connect(), wait);
  }

  private take(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        this.table = { ...this.table, welcome: message };
        break;
      case "update":
        this.tries = 0;
        this.listener.state("open", "");
        this.table = updated(this.table, message);
        this.listener.changed(this.table);
        break;
      case "done":
      case "stale":
        this.answered(message.key, message);
        if (message.type === "stale") this.listener.stale();
        break;
      case "refused":
        if (message.key !== null) this.answered(message.key, message);
        this.listener.refused(message);
        break;
      case "because":
        this.listener.because(message);
        break;
      case "opinion":
        this.listener.opinion(message);
        break;
      case "pointed":
        this.listener.pointed(message);
        break;
      case "bye":
        if (!message.again) {
          this.over = true;
          this.listener.state("ended", message.words);
        }
        break;
    }
  }

  private answered(key: string, answer: FromServer): void {
    this.waiting.get(key)?.done(answer);
    this.waiting.delete(key);
  }
}

/** A table after an update. */
export function updated(table: Table, view: Update): Table {
  const fresh = new Set(view.told.map((each) => each.step));
  const told = table.told.filter((each) => each.step <= view.steps && !fresh.has(each.step));
  const said = new Set(table.talk.map((each) => each.n));
  return {
    ...table,
    view,
    scene: patched(table.scene, view.scene),
    told: [...told, ...view.told].sort((a, b) => a.step - b.step),
    talk: [...table.talk, ...view.talk.filter((each) => !said.has(each.n))],
  };
}
