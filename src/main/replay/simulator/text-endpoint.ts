import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fixture } from '../../../shared/fixtures/fixture'
import type { JsonObject, JsonValue } from '../../../shared/lib/json'
import { isJsonList, isJsonObject, parseJson } from '../../../shared/lib/json-value'
import { isImageModel } from '../../../shared/models/known-models'
import { checkMessage } from './check-message'
import { ClientViolation, invalidArgument } from './client-violation'
import { checkContents, checkFunctionResponse } from './content-rules'
import { FileService, type UploadedFact } from './file-service'
import { checkImageRequest, checkPictureHistory, imageChunks, servesPictures } from './image-service'
import { requireObject } from './json-shape'
import type { LiveContext } from './live-connection'
import { isTextModel } from './live-models'
import { keyProblem, parseTextAddress } from './request-address'
import { generateContentRequest } from './service-messages'
import { checkSpeechRequest, isSpeechModel, speechChunks } from './speech-service'
import { checkBody } from './text-body-rules'
import { checkHistory } from './text-history-rules'
import { TextMemory } from './text-memory'
import { TextStream } from './text-stream'

/** A request with all that stands in it; a file that is uploaded comes in pieces. */
const MAXIMUM_BODY_BYTES = 20 * 1024 * 1024
const KEY_NOT_VALID = 'API key not valid. Please pass a valid API key.'
const KNOWN_FAILURES = {
  400: 'INVALID_ARGUMENT',
  404: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
} as const

interface TextContext extends LiveContext {
  readonly fixture: Fixture
}

/** Answers the HTTP requests of one server: `streamGenerateContent` from the recording as server-sent events, everything else with 404. */
export class TextEndpoint {
  private readonly context: TextContext
  private readonly memory = new TextMemory()
  private readonly files: FileService
  private readonly continued = new Map<string, TextStream>()

  constructor(context: TextContext) {
    this.context = context
    this.files = new FileService(context.clock)
  }

  /** Answers one request; `number` counts them. */
  answer(request: IncomingMessage, response: ServerResponse, number: number): void {
    const pieces: Buffer[] = []
    let size = 0
    request.on('error', () => response.destroy())
    request.on('data', (piece: Buffer) => {
      size += piece.length
      if (size <= MAXIMUM_BODY_BYTES) pieces.push(piece)
    })
    request.on('end', () => {
      if (size > MAXIMUM_BODY_BYTES) fail(response, 413, 'Request payload size exceeds the limit.')
      else if (FileService.isAt(request.url ?? '')) this.takeFile(request, response, Buffer.concat(pieces))
      else this.take(request, response, number, Buffer.concat(pieces).toString('utf8'))
      this.context.journal.notify()
    })
  }

  /** The files that were uploaded. */
  uploaded(): readonly UploadedFact[] {
    return this.files.uploaded()
  }

  private takeFile(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const key = request.headers['x-goog-api-key']
    const problem = keyProblem(typeof key === 'string' ? key : null)
    if (problem !== null) {
      fail(response, 400, problem.message, 'API_KEY_INVALID')
      return
    }
    try {
      this.files.answer(request, response, body)
    } catch (error) {
      if (!(error instanceof ClientViolation)) throw error
      this.context.journal.addViolation(error.message)
      fail(response, 400, error.message)
    }
  }

  private take(request: IncomingMessage, response: ServerResponse, number: number, text: string): void {
    const { fixture, faults, journal } = this.context
    const address = parseTextAddress(request.url ?? '')
    if (request.method !== 'POST' || address === null) {
      fail(response, 404, 'Not found.')
      return
    }
    const header = request.headers['x-goog-api-key']
    const problem = keyProblem(address.key ?? (typeof header === 'string' ? header : null))
    if (problem !== null || faults.strikes('key-not-valid')) {
      fail(response, 400, problem?.message ?? KEY_NOT_VALID, 'API_KEY_INVALID')
      return
    }
    const speaks = isSpeechModel(address.model)
    const draws = servesPictures(address.model)
    const known = speaks || draws || (fixture.protocol === 'gemini-text' && (isTextModel(address.model) || address.model === fixture.model))
    if (!known || faults.strikes('model-unknown')) {
      const message = `models/${address.model} is not found for API version ${address.apiVersion}, or is not supported for generateContent.`
      fail(response, 404, message)
      return
    }
    try {
      const body = parseJson(text)
      journal.addFrame('text', number, body ?? text)
      if (body === undefined) throw new ClientViolation(1007, 'Invalid JSON payload received. Unexpected token.')
      const request = checkMessage(generateContentRequest, requireObject(body, 'The body'))
      if (speaks) this.speak(response, number, request, address.model)
      else if (draws) this.draw(response, number, request, address.model)
      else this.play(response, number, request, address.model)
    } catch (error) {
      if (!(error instanceof ClientViolation)) throw error
      journal.addViolation(error.message)
      fail(response, 400, error.message)
    }
  }

  private play(response: ServerResponse, number: number, body: JsonObject, model: string): void {
    const { fixture, player, calls, faults } = this.context
    // a recording answers for its own model, also for one that the service has retired
    if (isImageModel(model) && model === fixture.model) checkImageRequest(body, model)
    else checkBody(body, model)
    const contents = checkContents(body.contents, 'contents')
    const last = contents[contents.length - 1]
    if (last === undefined || last.role === 'model') throw invalidArgument('The last content must be of the user.')
    const stream = new TextStream(response, { ...this.context, memory: this.memory, number }, (rest) => this.keep(rest, number))
    const refusal = stream.faults.request(body)
    if (refusal !== null) {
      response.writeHead(refusal.status, { 'content-type': 'application/json' }).end(refusal.body)
      return
    }
    checkHistory(contents, this.memory, this.files)
    if (faults.strikes('quota')) {
      fail(response, 429, 'You exceeded your current quota, please check your plan and billing details.')
      return
    }
    if (body.continuationToken !== undefined) {
      this.goOn(response, body.continuationToken)
      return
    }
    // an answer is repeated with every request that goes on from it
    const answers = responsesOf(last).map((entry, index) => checkFunctionResponse(entry, `functionResponse[${index}]`))
    const settled = answers
      // calls without ids are known by their names alone: the last answer stands for all of one name
      .filter(({ id, name }, index) => id !== undefined || answers.findLastIndex((other) => other.name === name) === index)
      .map((answer) => calls.answer(answer, false, stream))
    player.attach(stream)
    stream.open()
    if (settled.length > 0) player.settle(settled.filter((call) => call !== null))
    else {
      // every call of the history has an answer: words behind them are a new turn
      player.forgetCalls()
      faults.turnBegins()
      player.hear({ kind: 'text' })
    }
  }

  /** What the recording holds has nothing to do with it: every text is spoken. */
  private speak(response: ServerResponse, number: number, body: JsonObject, model: string): void {
    const text = checkSpeechRequest(body, model)
    const stream = this.admit(response, number, body)
    if (stream !== null) stream.whole(speechChunks(text, model, `speech-${number}`))
  }

  /** What the recording holds has nothing to do with it: every request is answered with a picture. */
  private draw(response: ServerResponse, number: number, body: JsonObject, model: string): void {
    checkImageRequest(body, model)
    const contents = checkContents(body.contents, 'contents')
    if (contents.at(-1)?.role === 'model') throw invalidArgument('The last content must be of the user.')
    checkHistory(contents, this.memory, this.files)
    checkPictureHistory(contents, model)
    const stream = this.admit(response, number, body)
    if (stream !== null) stream.whole(imageChunks(body, model, `picture-${number}`))
  }

  /** The stream of an answer; null where a fault refuses the request, which is answered then. */
  private admit(response: ServerResponse, number: number, body: JsonObject): TextStream | null {
    const stream = new TextStream(response, { ...this.context, memory: this.memory, number }, (rest) => this.keep(rest, number))
    const refusal = stream.faults.request(body)
    if (refusal !== null) response.writeHead(refusal.status, { 'content-type': 'application/json' }).end(refusal.body)
    else if (this.context.faults.strikes('quota'))
      fail(response, 429, 'You exceeded your current quota, please check your plan and billing details.')
    else return stream
    return null
  }

  private keep(rest: TextStream, number: number): string {
    const token = `continuation-${number}`
    this.continued.set(token, rest)
    return token
  }

  private goOn(response: ServerResponse, token: JsonValue): void {
    const rest = typeof token === 'string' ? this.continued.get(token) : undefined
    if (rest === undefined) throw invalidArgument('The continuation token is not valid.')
    rest.resume(response)
  }
}

function responsesOf(content: JsonObject): readonly JsonValue[] {
  const parts = isJsonList(content.parts) ? content.parts : []
  return parts.flatMap((part: JsonValue) => (isJsonObject(part) && part.functionResponse !== undefined ? [part.functionResponse] : []))
}

function fail(response: ServerResponse, code: keyof typeof KNOWN_FAILURES, message: string, reason?: string): void {
  const details = reason === undefined ? undefined : [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }]
  const body = { error: { code, message, status: KNOWN_FAILURES[code], ...(details && { details }) } }
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
