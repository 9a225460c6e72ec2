import type * as McpLibrary from '@modelcontextprotocol/client'
import { z } from '../../shared/lib/zod'
import { messageOf } from '../../shared/messages/message'
import {
  type ContentFile,
  type ContentItem,
  largestContent,
  mostContents,
  mostListed,
  type WantedContent,
} from '../../shared/servers/server-content'
import { makeVisible } from '../../shared/text/make-visible'
import { ToolError } from '../tool-calls/tools/main-tool'

/** ms that a list, a resource or a prompt may take. */
const READ_TIME = 30_000
/** The most pages of a list. */
const MOST_PAGES = 64
const LONGEST_WORDS = 1000

/** The resources and prompts of a server (MCP). Only the user reads them: the model can't. */
export interface ServerContent {
  /** What the server lists; nothing of a kind that it does not offer. Rejects with a `ToolError`. */
  list(): Promise<readonly ContentItem[]>
  /** Reads a resource, or gets a prompt with its arguments. Rejects with a `ToolError`: the server refused, or it is too much. */
  read(wanted: WantedContent): Promise<readonly ContentFile[]>
}

const words = z.string().catch('')
const argumentSchema = z.object({ name: z.string().min(1).max(1000), description: words, required: z.boolean().catch(false) })
/** A page of a list. An entry that is none must not cost the others, so each is checked by itself. */
const pageSchema = z.looseObject({ nextCursor: z.string().optional() })
const entriesSchema = z.array(z.unknown()).catch([])
const resourceSchema = z.object({ uri: z.string().min(1).max(10_000), name: words, title: words, description: words })
const templateSchema = z.object({ uriTemplate: z.string().min(1).max(10_000), name: words, title: words, description: words })
const promptSchema = z.object({
  ...{ name: z.string().min(1).max(1000), title: words, description: words },
  arguments: z.array(argumentSchema).max(50).catch([]),
})

const contentSchema = z.union([z.object({ uri: z.string(), text: z.string() }), z.object({ uri: z.string(), blob: z.base64() })])
type Content = z.infer<typeof contentSchema>
const readSchema = z.looseObject({ contents: z.array(contentSchema) })

const partSchema = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.enum(['image', 'audio']), data: z.base64() }),
  z.object({ type: z.literal('resource'), resource: contentSchema }),
  z.object({ type: z.literal('resource_link'), uri: z.string() }),
])
const gotSchema = z.looseObject({ messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: partSchema })) })

/** Reads through a connection. `explain`: what a request that failed means for the user. */
export function createServerContent(
  client: McpLibrary.Client,
  { UriTemplate, ProtocolError, SdkError, SdkErrorCode }: typeof McpLibrary,
  explain: (error: unknown) => ToolError,
): ServerContent {
  function failed(error: unknown): ToolError {
    if (error instanceof ToolError) return error
    if (error instanceof ProtocolError) return new ToolError(messageOf('server-content-refused', { reason: cut(error.message) }))
    const isLate = error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout
    return isLate ? new ToolError(messageOf('server-content-late', { seconds: READ_TIME / 1000 })) : explain(error)
  }

  async function pages(method: string, key: string): Promise<readonly unknown[]> {
    const found: unknown[] = []
    let cursor: string | undefined
    for (let page = 0; page < MOST_PAGES && found.length < mostListed; page += 1) {
      const params = cursor === undefined ? {} : { cursor }
      const listed = await client.request({ method, params }, pageSchema, { timeout: READ_TIME })
      found.push(...entriesSchema.parse(listed[key]))
      cursor = listed.nextCursor
      if (cursor === undefined) break
    }
    return found.slice(0, mostListed)
  }

  /** Servers that have resources need not know of templates. */
  const templates = (): Promise<readonly unknown[]> =>
    pages('resources/templates/list', 'resourceTemplates').catch((error: unknown) => {
      if (error instanceof ProtocolError) return []
      throw error
    })

  function templateItem(entry: unknown): readonly ContentItem[] {
    const parsed = templateSchema.safeParse(entry)
    if (!parsed.success) return []
    const { uriTemplate: template, ...facts } = parsed.data
    try {
      const names = [...new Set(new UriTemplate(template).variableNames)]
      return [
        {
          kind: 'template',
          ...shown(facts, template),
          template,
          arguments: names.map((name) => ({ name, description: '', required: true })),
        },
      ]
    } catch {
      return []
    }
  }

  function expanded({ template, values }: Extract<WantedContent, { readonly kind: 'template' }>): string {
    try {
      return new UriTemplate(template).expand({ ...values })
    } catch {
      throw new ToolError(messageOf('server-content-refused', { reason: cut(template) }))
    }
  }

  async function resource(uri: string): Promise<readonly ContentFile[]> {
    const { contents } = await client.request({ method: 'resources/read', params: { uri } }, readSchema, { timeout: READ_TIME })
    return bounded(contents.map(fileOf))
  }

  async function prompt({ name, values }: Extract<WantedContent, { readonly kind: 'prompt' }>): Promise<readonly ContentFile[]> {
    const params = { name, arguments: { ...values } }
    const { messages } = await client.request({ method: 'prompts/get', params }, gotSchema, { timeout: READ_TIME })
    return bounded(filesOfPrompt(name, messages))
  }

  return {
    async list() {
      const offers = client.getServerCapabilities() ?? {}
      try {
        const none: readonly unknown[] = []
        const resources = offers.resources === undefined ? none : await pages('resources/list', 'resources')
        const patterns = offers.resources === undefined ? none : await templates()
        const prompts = offers.prompts === undefined ? none : await pages('prompts/list', 'prompts')
        return [...resources.flatMap(resourceItem), ...patterns.flatMap(templateItem), ...prompts.flatMap(promptItem)]
      } catch (error) {
        throw failed(error)
      }
    },
    async read(wanted) {
      try {
        switch (wanted.kind) {
          case 'resource':
            return await resource(wanted.uri)
          case 'template':
            return await resource(expanded(wanted))
          case 'prompt':
            return await prompt(wanted)
        }
      } catch (error) {
        throw failed(error)
      }
    },
  }
}

interface Facts {
  readonly name: string
  readonly title: string
  readonly description: string
}

function shown({ name, title, description }: Facts, otherwise: string): Pick<ContentItem, 'title' | 'description'> {
  const [first = otherwise] = [title, name].filter((one) => one !== '')
  return { title: makeVisible(cut(first)), description: makeVisible(cut(description)) }
}

function resourceItem(entry: unknown): readonly ContentItem[] {
  const parsed = resourceSchema.safeParse(entry)
  if (!parsed.success) return []
  const { uri, ...facts } = parsed.data
  return [{ kind: 'resource', ...shown(facts, uri), uri }]
}

function promptItem(entry: unknown): readonly ContentItem[] {
  const parsed = promptSchema.safeParse(entry)
  if (!parsed.success) return []
  const { name, arguments: asked } = parsed.data
  const fields = asked.map((one) => ({ ...one, description: makeVisible(cut(one.description)) }))
  return [{ kind: 'prompt', ...shown(parsed.data, name), name, arguments: fields }]
}

/** The name of a resource's file: the end of its address. */
function fileOf(content: Content): ContentFile {
  const { pathname = content.uri } = URL.canParse(content.uri) ? new URL(content.uri) : {}
  const name = pathname.split('/').findLast((part) => part !== '') ?? content.uri
  return { name, content: 'text' in content ? content.text : bytesOf(content.blob) }
}

/** The messages of a prompt as one text, and its pictures and resources as files. Links are named, not followed. */
function filesOfPrompt(name: string, messages: z.infer<typeof gotSchema>['messages']): readonly ContentFile[] {
  const several = messages.some(({ role }) => role === 'assistant')
  const texts = messages.flatMap(({ role, content }) => {
    const text = content.type === 'text' ? content.text : content.type === 'resource_link' ? content.uri : null
    return text === null ? [] : [several ? `${role}: ${text}` : text]
  })
  const files = messages.flatMap(({ content }): readonly ContentFile[] => {
    if (content.type === 'resource') return [fileOf(content.resource)]
    return content.type === 'image' || content.type === 'audio' ? [{ name, content: bytesOf(content.data) }] : []
  })
  return texts.length === 0 ? files : [{ name, content: texts.join('\n\n') }, ...files]
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64, 'base64'))
}

/** Rejects what is too much; a file without content is left out. */
function bounded(files: readonly ContentFile[]): readonly ContentFile[] {
  const some = files.filter(({ content }) => content.length > 0)
  const size = some.reduce((sum, { content }) => sum + (typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength), 0)
  if (size > largestContent || some.length > mostContents)
    throw new ToolError(messageOf('server-content-too-large', { most: largestContent / 1_000_000, files: mostContents }))
  return some
}

function cut(text: string): string {
  return text.length <= LONGEST_WORDS ? text : `${text.slice(0, LONGEST_WORDS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
