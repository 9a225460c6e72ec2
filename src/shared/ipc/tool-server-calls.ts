import { riskSchema } from '../approvals/approval'
import { z } from '../lib/zod'
import { displayTextSchema } from '../messages/message'
import { elicitationAnswerSchema, elicitationSchema } from '../servers/elicitation'
import { contentItemSchema, wantedContentSchema } from '../servers/server-content'
import { serverNameSchema, toolServerSchema } from '../servers/tool-server'
import { bytesSchema } from './schemas'

/** A tool of a server as the settings show it. */
const serverToolSummarySchema = z.strictObject({
  /** its own name at the server */
  ownName: z.string(),
  /** its name for Gemini, rules and the audit trail; null if it has none, because it can't be used */
  name: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  risk: riskSchema,
  definitionHash: z.string(),
  state: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('usable') }),
    /** it is not the tool that the user knows: it is withdrawn until the user accepts it. Both definitions as JSON. */
    z.strictObject({ kind: z.literal('changed'), before: z.string(), after: z.string() }),
    z.strictObject({ kind: z.literal('unusable'), why: displayTextSchema }),
  ]),
})

/** The user's sign-in at a server. `host`: where the user signs in. */
export const signInStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  /** `again`: the user was signed in, but the server does not take that any more. `why`: what the last attempt ended with. */
  z.strictObject({ kind: z.literal('wanted'), again: z.boolean(), why: displayTextSchema.nullable() }),
  /** a page is open in the browser */
  z.strictObject({ kind: z.literal('waiting'), host: z.string() }),
  z.strictObject({ kind: z.literal('in'), host: z.string() }),
])
export type SignInState = Readonly<z.infer<typeof signInStateSchema>>

/** A server, how it is, and what it offers. */
export const toolServerSummarySchema = z.strictObject({
  server: toolServerSchema,
  state: z.discriminatedUnion('phase', [
    z.strictObject({ phase: z.literal('stopped') }),
    z.strictObject({ phase: z.literal('starting') }),
    z.strictObject({ phase: z.literal('ready') }),
    z.strictObject({ phase: z.literal('failed'), why: displayTextSchema }),
  ]),
  tools: z.array(serverToolSummarySchema),
  /** the last lines of its standard error */
  output: z.string(),
  signIn: signInStateSchema,
})
export type ToolServerSummary = z.infer<typeof toolServerSummarySchema>

/** One JSON-RPC message as it went over the connection, redacted and cut. `at`: ms since the epoch. */
export const serverMessageSchema = z.strictObject({ at: z.number(), direction: z.enum(['to', 'from']), text: z.string() })
export type ServerMessage = Readonly<z.infer<typeof serverMessageSchema>>

const servers = z.strictObject({ servers: z.array(toolServerSummarySchema) })

const elicitations = z.strictObject({ elicitations: z.array(elicitationSchema) })

/** The page's calls about MCP servers. Main confirms those that start something new in a dialog of its own. */
export const toolServerCalls = {
  'toolServers.list': { request: z.null(), reply: servers },
  /** Adds a server, or replaces the one of this name. `variables`: values of the environment; those left out stay as they are. */
  'toolServers.save': {
    request: z.strictObject({ server: toolServerSchema, variables: z.record(z.string().max(100), z.string().max(10_000)) }),
    reply: servers,
  },
  'toolServers.remove': { request: z.strictObject({ name: serverNameSchema }), reply: servers },
  /** Uses a changed tool from now on, in the definition that was shown. */
  'toolServers.accept': {
    request: z.strictObject({ name: serverNameSchema, tool: z.string().max(1000), definitionHash: z.string().max(100) }),
    reply: servers,
  },
  /** The last messages to and from a server, the oldest first; none for a server that there is not. */
  'toolServers.messages': {
    request: z.strictObject({ name: serverNameSchema }),
    reply: z.strictObject({ messages: z.array(serverMessageSchema) }),
  },
  /** What servers ask the user now. */
  'elicitations.list': { request: z.null(), reply: elicitations },
  /** Answers a question of a server. Refused if it is not open any more, or if the values do not fit the form. */
  'elicitations.answer': {
    request: z.strictObject({ elicitationId: z.string().max(200), answer: elicitationAnswerSchema }),
    reply: elicitations,
  },
  /** What a server offers to attach: resources, templates and prompts. */
  'toolServers.content': {
    request: z.strictObject({ name: serverNameSchema }),
    reply: z.strictObject({ items: z.array(contentItemSchema) }),
  },
  /** Reads one of them. Nothing is attached: the page shows it first. */
  'toolServers.read': {
    request: z.strictObject({ name: serverNameSchema, wanted: wantedContentSchema }),
    reply: z.strictObject({ files: z.array(z.strictObject({ name: z.string(), content: z.union([z.string(), bytesSchema]) })) }),
  },
  /** Opens the page where the user signs in at a server, after a yes in main's own dialog. What comes of it is in the list. */
  'toolServers.signIn': { request: z.strictObject({ name: serverNameSchema }), reply: servers },
  /** Forgets the sign-in at a server. */
  'toolServers.signOut': { request: z.strictObject({ name: serverNameSchema }), reply: servers },
  /** Ends a server and starts it again. */
  'toolServers.restart': { request: z.strictObject({ name: serverNameSchema }), reply: servers },
} as const

/** How far a call is. `total`: null if the server does not say; `message`: its words, with hidden characters visible. */
const callProgressSchema = z.strictObject({
  toolCallId: z.string(),
  done: z.number(),
  total: z.number().nullable(),
  message: z.string().nullable(),
})
export type CallProgress = Readonly<z.infer<typeof callProgressSchema>>

export const toolServerEvents = {
  'toolServers.changed': servers,
  'toolServers.progress': callProgressSchema,
  'elicitations.changed': elicitations,
} as const
