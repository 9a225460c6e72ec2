// Loaded into Electron before the app (`electron -r`): delays `ready` until the test program has attached to the process, which
// then calls `__playwright_run`. A window that opens at the very moment of attaching is never seen.
const { app } = require('electron')

const ready = app.whenReady()
const emit = app.emit.bind(app)
let readyArguments = []
let isReady = false
let release = () => {}
const released = new Promise((resolve) => {
  release = resolve
})

app.emit = (event, ...rest) => {
  if (event !== 'ready' || isReady) return emit(event, ...rest)
  readyArguments = rest
  return app.listenerCount('ready') > 0
}
app.isReady = () => isReady
app.whenReady = () => released
globalThis.__playwright_run = async () => {
  await ready
  isReady = true
  release()
  emit('ready', ...readyArguments)
}
