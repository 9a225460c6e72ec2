// Asks Parley something in a terminal, and passes its questions on. PARLEY_URL and PARLEY_TOKEN say where Parley is and who asks.
import { createInterface } from 'node:readline/promises'
import { DefaultChatTransport, readUIMessageStream } from 'ai'

const { PARLEY_URL, PARLEY_TOKEN } = process.env
const transport = new DefaultChatTransport({ api: `${PARLEY_URL}/api/chat`, headers: { authorization: `Bearer ${PARLEY_TOKEN}` } })
const terminal = createInterface({ input: process.stdin, output: process.stdout })
const chatId = `script ${Date.now()}`
const words = process.argv[2] ?? 'Pay the Hoshino Print invoice from the studio account.'
const messages = [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: words }] }]
for (;;) {
  const stream = await transport.sendMessages({ chatId, messages, trigger: 'submit-message', messageId: messages[1]?.id })
  for await (const message of readUIMessageStream({ message: messages[1], stream })) messages[1] = message
  const asked = messages[1]?.parts.filter((part) => part.state === 'approval-requested') ?? []
  if (asked.length === 0) break
  for (const part of asked) {
    const yes = await terminal.question(`${part.toolName} ${JSON.stringify(part.input)}\nAllow it? (yes/no) `)
    Object.assign(part, { state: 'approval-responded', approval: { id: part.approval.id, approved: yes.trim() === 'yes' } })
  }
}
terminal.close()
for (const { type, text, data } of messages[1]?.parts ?? []) {
  if (type === 'text') console.log(text)
  if (type === 'data-artifact') console.log(`${data.title}: ${PARLEY_URL}/api/data?id=${data.artifactId}`)
}
