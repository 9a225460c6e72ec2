/** What the installed app is called by the systems: as in `electron-builder.yml`. */
export const appId = 'io.github.parley.Parley'
