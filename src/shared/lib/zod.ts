import { z } from 'zod'

// zod compiles validators with `new Function` unless told otherwise; the page's CSP forbids that, so this must run
// before the first schema exists. Everything imports zod through this file.
z.config({ jitless: true })

export { z }
