import { z } from 'zod'

// zod compiles validators with `new Function` unless configured otherwise, and the page's CSP forbids that; this must
// run before the first schema exists, so every file imports zod from here
z.config({ jitless: true })

export { z }
