/** As much of jsdom as the tests use; it brings no types of its own. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html?: string, how?: { readonly contentType: string })
    readonly window: Window & typeof globalThis
  }
}
