/** The id of the installed app in each system, as in `electron-builder.yml`. */
export const appId = 'io.github.parley.Parley'
