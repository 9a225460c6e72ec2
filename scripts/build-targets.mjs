/** The oldest runtimes that the built app must run on: Electron 33 (Node 20.18, Chromium 130) and Node 20 for the command line. */
export const nodeTarget = 'node20'
export const pageTarget = 'chrome130'

/**
 * Packages that stay outside the bundles, because they load a compiled library from their own folder. The last two are
 * optional accelerators of `ws`.
 */
export const nativePackages = ['electron', 'libsql', 'libsql/promise', 'node-sqlite3-wasm', 'uiohook-napi', 'bufferutil', 'utf-8-validate']
