/** The parts of jsdom that the tests use; it has no types of its own. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html?: string, how?: { readonly contentType?: string; readonly url?: string })
    readonly window: Window & typeof globalThis
  }
}
