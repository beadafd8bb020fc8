import { describe, expect, it } from 'vitest'
import type { ConnectorObject } from '../model/document.ts'
import { outlineOf, sentenceOf, type OutlineItem, type Say } from './outline.ts'
import { connector, group, page, shape } from '../model/test-documents.ts'
import { plainBlock } from './text.ts'

const say: Say = (text, values = {}) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
const to = (objectId: string): ConnectorObject['to'] => ({ at: { x: 0, y: 0 }, attached: { objectId, anchor: null } })
const named = (id: string, text: string, x: number, y: number, fields = {}) =>
  shape(id, { x, y, text: plainBlock(text), ...fields })
const label = (text: string) => [{ text: plainBlock(text), along: 0.5, across: 0 }]
const tell = (items: readonly OutlineItem[]): string[] =>
  items.flatMap(item => [sentenceOf(item, say), ...tell(item.children).map(line => `- ${line}`)])

describe('the outline of a page', () => {
  it('tells what is there in reading order and what leads where, once for each end', () => {
    const drawn = page([
      named('db', 'Database', 300, 4),
      named('order', 'Order\nservice', 0, 0),
      shape('bare', { y: 200 }),
      connector('reads', { from: to('order'), to: to('db'), labels: label('reads') }),
      connector('plain', { from: to('bare'), to: to('order'), endArrow: 'none' }),
      connector('back', { from: to('db'), to: to('bare'), startArrow: 'open', endArrow: 'none' }),
      connector('both', { from: to('db'), to: to('bare'), startArrow: 'open' }),
      connector('self', { from: to('order'), to: to('order') }),
    ])
    expect(tell(outlineOf(drawn))).toEqual([
      'Order service, connects to Database (“reads”), is linked with Rectangle, connects to Order service',
      'Database, is reached from Order service (“reads”), is reached from Rectangle, is linked both ways with Rectangle',
      'Rectangle, is linked with Order service, connects to Database, is linked both ways with Database',
    ])
  })

  it('tells groups and containers with what lies in them, each in its own order', () => {
    const drawn = page([
      group('g', { y: 500 }),
      named('second', 'Second', 0, 90, { parent: 'g' }),
      named('first', 'First', 0, 0, { parent: 'g' }),
      shape('lane', { shape: 'container.box', container: true, y: 100, text: plainBlock('Lane') }),
      named('task', 'Task', 5, 5, { parent: 'lane' }),
    ])
    expect(tell(outlineOf(drawn))).toEqual(['Lane', '- Task', 'Group', '- First', '- Second'])
  })

  it('tells lines that end free by themselves, and leaves out what is not seen', () => {
    const layers = [
      { id: 'l1', name: '', visible: true, locked: false },
      { id: 'l2', name: '', visible: false, locked: false },
    ]
    const drawn = page(
      [
        named('a', 'A', 0, 0),
        named('b', 'B', 200, 0, { hidden: true }),
        named('c', 'C', 400, 0, { layer: 'l2' }),
        connector('ab', { from: to('a'), to: to('b'), labels: label('maybe') }),
        connector('free'),
        connector('in', { to: to('a') }),
        connector('hidden', { layer: 'l2', from: to('a') }),
      ],
      { layers },
    )
    expect(tell(outlineOf(drawn))).toEqual(['A', 'Connector', 'Connector, connects to A', 'maybe, is reached from A'])
  })
})
