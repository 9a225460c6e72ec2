/** As much of jsdom as the tests use; it brings no types of its own. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html?: string)
    readonly window: Window & typeof globalThis
  }
}
