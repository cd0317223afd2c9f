def text(scene):
    return scene.title
