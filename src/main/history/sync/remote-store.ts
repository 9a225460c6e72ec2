import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { NewId } from '../../../shared/lib/ids'
import { z } from '../../../shared/lib/zod'
import { LARGEST_HISTORY_BYTES } from '../read-history-file'
import { type ServerConnection, ServerFault } from './server-connection'

const entrySchema = z.object({
  conversationId: z.string().min(1).max(500),
  /** grows with each change of any conversation */
  revision: z.number().int(),
  /** the pieces of its content; null: it was erased */
  copyId: z.string().nullable(),
  pieces: z.number().int(),
  /** identifies equal contents */
  mark: z.string(),
})
/** The server's entry for one conversation. */
export type ServerEntry = Readonly<z.infer<typeof entrySchema>>

const revisionSchema = z.object({ revision: z.number().int() })
const copySchema = z.object({ copyId: z.string().nullable() })
const serverIdSchema = z.object({ serverId: z.string() })
const pieceSchema = z.object({ bytes: z.union([z.instanceof(ArrayBuffer), z.instanceof(Uint8Array)]) })

/** The size of one piece: servers limit the size of a request. */
export const SERVER_PIECE_BYTES = 512 * 1024

/** The conversations at a server. */
export interface RemoteStore {
  /** The server's identity, independent of its address; creates its tables if missing. */
  open(): Promise<string>
  /** Changes after this number, in their order. */
  changedSince(revision: number): Promise<readonly ServerEntry[]>
  /** The content in its original form; null if it was changed meanwhile, or is damaged. */
  read(entry: ServerEntry): Promise<Uint8Array | null>
  /** Replaces the content with this number (0: there is none); returns its new number, or null if another machine was first. */
  write(conversationId: string, known: number, content: Uint8Array, mark: string): Promise<number | null>
  /** Erases a content if it still has this number. */
  erase(conversationId: string, known: number): Promise<void>
}

const NEXT = '(SELECT coalesce(max(revision), 0) + 1 FROM parley_conversations)'

/**
 * Content is sent in pieces next to the current one, and then replaces it in one statement. Readers see the one or the other, and the
 * next upload removes what an interrupted one left behind.
 */
export function remoteStore(line: ServerConnection, newId: NewId): RemoteStore {
  const sweep = (conversationId: string, copyId: string): Promise<void> =>
    line.run('DELETE FROM parley_pieces WHERE conversationId = ? AND copyId <> ?', conversationId, copyId)

  const drop = (conversationId: string, copyId: string): Promise<void> =>
    line.run('DELETE FROM parley_pieces WHERE conversationId = ? AND copyId = ?', conversationId, copyId)

  return {
    async open() {
      await line.run('CREATE TABLE IF NOT EXISTS parley_server (one INTEGER PRIMARY KEY CHECK (one = 1), serverId TEXT NOT NULL)')
      await line.run(`CREATE TABLE IF NOT EXISTS parley_conversations (conversationId TEXT PRIMARY KEY, revision INTEGER NOT NULL UNIQUE,
        copyId TEXT, pieces INTEGER NOT NULL, mark TEXT NOT NULL)`)
      await line.run(`CREATE TABLE IF NOT EXISTS parley_pieces (conversationId TEXT NOT NULL, copyId TEXT NOT NULL, place INTEGER NOT NULL,
        bytes BLOB NOT NULL, PRIMARY KEY (conversationId, copyId, place))`)
      await line.run('INSERT OR IGNORE INTO parley_server VALUES (1, ?)', newId('server'))
      const [server] = await line.all(serverIdSchema, 'SELECT serverId FROM parley_server')
      if (server === undefined) throw new ServerFault('failed', 'the server kept nothing')
      return server.serverId
    },
    changedSince: (revision) =>
      line.all(
        entrySchema,
        'SELECT conversationId, revision, copyId, pieces, mark FROM parley_conversations WHERE revision > ? ORDER BY revision',
        revision,
      ),
    async read({ conversationId, copyId, pieces }) {
      const parts: Uint8Array[] = []
      let bytes = 0
      for (let place = 0; place < pieces; place += 1) {
        const [piece] = await line.all(
          pieceSchema,
          'SELECT bytes FROM parley_pieces WHERE conversationId = ? AND copyId = ? AND place = ?',
          conversationId,
          copyId,
          place,
        )
        const part = new Uint8Array(piece?.bytes ?? new ArrayBuffer(0))
        bytes += part.byteLength
        if (piece === undefined || bytes > LARGEST_HISTORY_BYTES) return null
        parts.push(part)
      }
      try {
        return await promisify(gunzip)(Buffer.concat(parts), { maxOutputLength: LARGEST_HISTORY_BYTES })
      } catch {
        return null
      }
    },
    async write(conversationId, known, content, mark) {
      const packed = await promisify(gzip)(content)
      const copyId = newId('copy')
      const pieces = Math.ceil(packed.byteLength / SERVER_PIECE_BYTES)
      for (let place = 0; place < pieces; place += 1) {
        const piece = packed.subarray(place * SERVER_PIECE_BYTES, (place + 1) * SERVER_PIECE_BYTES)
        await line.run('INSERT INTO parley_pieces VALUES (?, ?, ?, ?)', conversationId, copyId, place, piece)
      }
      const [written] = await line.all(
        revisionSchema,
        `INSERT INTO parley_conversations VALUES (?, ${NEXT}, ?, ?, ?) ON CONFLICT (conversationId) DO UPDATE
           SET revision = excluded.revision, copyId = excluded.copyId, pieces = excluded.pieces, mark = excluded.mark
           WHERE parley_conversations.revision = ? OR parley_conversations.copyId IS NULL
         RETURNING revision`,
        conversationId,
        copyId,
        pieces,
        mark,
        known,
      )
      if (written !== undefined) await sweep(conversationId, copyId)
      else await drop(conversationId, copyId)
      return written?.revision ?? null
    },
    async erase(conversationId, known) {
      const [held] = await line.all(copySchema, 'SELECT copyId FROM parley_conversations WHERE conversationId = ?', conversationId)
      const [erased] = await line.all(
        revisionSchema,
        `UPDATE parley_conversations SET revision = ${NEXT}, copyId = NULL, pieces = 0, mark = ''
           WHERE conversationId = ? AND revision = ? RETURNING revision`,
        conversationId,
        known,
      )
      // only its own: another machine may be sending a new one now
      if (erased !== undefined) await drop(conversationId, held?.copyId ?? '')
    },
  }
}
