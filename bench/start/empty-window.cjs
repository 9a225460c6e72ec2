// The least that an Electron app can be: one window with nothing in it.
const { app, BrowserWindow } = require('electron')

app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1000, height: 700, show: false, webPreferences: { sandbox: true } })
  window.once('ready-to-show', () => window.show())
  return window.loadURL('data:text/html,<title>Empty</title><body data-usable>')
})
app.on('window-all-closed', () => app.quit())
