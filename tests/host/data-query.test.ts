import { expect, onTestFinished, test } from 'vitest'
import type { JsonObject } from '../../src/shared/lib/json'
import { z } from '../../src/shared/lib/zod'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { builtDataFiles } from '../support/data-files'
import { oneCallRecording } from '../support/one-call-recording'

const chunkSchema = z.looseObject({ type: z.string() })

/** The app with one typed question, whose model makes this call. */
async function asked(name: string, args: JsonObject): Promise<{ readonly app: InProcessApp; readonly conversationId: string }> {
  const app = await startInProcess({ fixtures: [oneCallRecording(name, args)], speed: 100, dataFiles: await builtDataFiles() })
  onTestFinished(() => app.remove())
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('conversation.open', { conversationId })
  await app.call('text.send', { conversationId, text: 'How many orders were late?' })
  return { app, conversationId }
}

function chunks(app: InProcessApp, type: string) {
  return app.told('stream.chunk').flatMap(({ chunk }) => {
    const parsed = chunkSchema.parse(chunk)
    return parsed.type === type ? [parsed] : []
  })
}

const lateOrders = {
  source: 'Sample shop',
  sql: "SELECT o.status, count(*) AS orders FROM orders AS o WHERE o.status = 'late' GROUP BY o.status",
  reason: 'To count the late orders.',
  title: 'Late orders',
}

test('a query needs a yes, runs over the sample, and its result is stored and shown in the thread', async () => {
  const { app, conversationId } = await asked('execute_sql', lateOrders)
  await app.until(() => app.told('approval.changed').length > 0)
  const [question] = app.told('approval.changed')
  if (question === undefined) throw new Error('nobody was asked')
  const details = await app.call('query.describe', { toolName: 'execute_sql', conversationId, input: question.input })
  expect(details).toMatchObject({ kind: 'fits', tables: [{ name: 'orders', rows: 3000 }], readsRows: 3000, maxRows: 1000, rowsToModel: 50 })
  await app.call('approval.decide', { approvalId: question.approvalId, inputHash: question.inputHash, approved: true })
  await app.until(() => chunks(app, 'data-artifact').length > 0)
  const { artifacts } = await app.call('artifact.list', { conversationId })
  expect(artifacts).toMatchObject([
    { title: 'Late orders', sqlName: 'result_1', rows: 1, columns: [{ name: 'status' }, { name: 'orders' }] },
  ])
  const [artifact] = artifacts
  expect(chunks(app, 'data-artifact')).toMatchObject([
    { data: { artifactId: artifact?.artifactId, title: 'Late orders', rows: 1, columns: 2 } },
  ])
  const { rows } = await app.call('artifact.rows', {
    artifactId: artifact?.artifactId ?? '',
    view: { sort: null, filters: [], search: '' },
    from: 0,
    count: 10,
  })
  expect(rows).toEqual([['late', expect.any(Number)]])
  await app.until(() => chunks(app, 'text-delta').length > 0)
})

test('a query that the engine can’t compile is withdrawn before an answer, and the model gets the reason', async () => {
  const { app } = await asked('execute_sql', { ...lateOrders, sql: 'SELECT colour FROM orders' })
  await app.until(() => chunks(app, 'tool-output-error').length > 0)
  expect(chunks(app, 'tool-output-error')).toMatchObject([{ errorText: expect.stringContaining('no such column: colour') }])
})

test('a statement that writes is refused without asking', async () => {
  const { app } = await asked('execute_sql', { ...lateOrders, sql: 'DELETE FROM orders' })
  await app.until(() => chunks(app, 'tool-output-error').length > 0)
  expect(chunks(app, 'tool-output-error')).toMatchObject([{ errorText: expect.stringContaining('DELETE is not allowed') }])
  expect(app.told('approval.changed')).toEqual([])
})

test('the schema is described without approval', async () => {
  const { app } = await asked('preview_schema', {})
  await app.until(() => chunks(app, 'tool-output-available').length > 0)
  expect(chunks(app, 'tool-output-available')).toMatchObject([
    {
      output: {
        sources: [
          { source: 'Sample shop', tables: expect.arrayContaining([expect.stringContaining('customer_id INTEGER → customers.id')]) },
        ],
      },
    },
  ])
})
