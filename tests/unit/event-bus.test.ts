import { describe, expect, it } from 'vitest'
import { createEventBus } from '../../src/main/lib/event-bus'

/** A bus, what reached the page, and what was reported. */
function scene() {
  const delivered: string[] = []
  const reported: unknown[] = []
  const bus = createEventBus({ deliver: (name) => void delivered.push(name), report: (error) => void reported.push(error) })
  return { bus, delivered, reported }
}

describe('the event bus', () => {
  it('passes an event through the stages in order, to the page, and then to the listeners', () => {
    const order: string[] = []
    const bus = createEventBus({ deliver: () => void order.push('page'), report: () => undefined })
    for (const stage of ['first', 'second'])
      bus.addStage(() => {
        order.push(stage)
        return false
      })
    bus.listen({ 'sound.woke': () => order.push('listener') })
    bus.emit('sound.woke', {})
    expect(order).toEqual(['first', 'second', 'page', 'listener'])
  })

  it('stops an event that a stage ends before later stages and the page, and calls the listeners all the same', () => {
    const { bus, delivered } = scene()
    const heard: string[] = []
    bus.addStage((name) => name === 'sound.woke')
    bus.addStage((name) => {
      heard.push(`stage ${name}`)
      return false
    })
    bus.listen({ 'sound.woke': () => heard.push('listener') })
    bus.emit('sound.woke', {})
    bus.emit('notice.gone', { noticeId: 'notice-1' })
    expect(delivered).toEqual(['notice.gone'])
    expect(heard).toEqual(['listener', 'stage notice.gone'])
  })

  it('reports a listener that throws, and neither the page nor the others miss the event', () => {
    const { bus, delivered, reported } = scene()
    const broken = new Error('broken')
    let heard = 0
    bus.listen({
      'sound.woke'() {
        throw broken
      },
    })
    bus.listenTo(['sound.woke'], () => {
      heard += 1
    })
    bus.emit('sound.woke', {})
    expect([delivered, reported, heard]).toEqual([['sound.woke'], [broken], 1])
  })
})
