import { expect, it } from 'vitest'
import { connector, page, shape } from '../model/test-documents.ts'
import { changeShape } from './shape.ts'
import { after, places } from './test-changes.ts'
import { plainBlock } from './text.ts'

const text = plainBlock('Pay')
const end = (anchor: { x: number; y: number } | null) => ({ at: { x: 0, y: 0 }, attached: { objectId: 'a', anchor } })

it('another shape keeps text, place, size, style, link, lines and what it has in common', () => {
  const own = shape('a', {
    x: 10,
    y: 20,
    rotation: 30,
    shape: 'basic.rounded-rectangle',
    text,
    parameters: { radius: 20 },
    link: { kind: 'url', href: 'https://example.org/' },
  })
  const start = page([
    own,
    connector('line', { from: end({ x: 1, y: 0.5 }) }),
    connector('floating', { to: end(null) }),
  ])
  const now = after(start, changeShape(start, ['a', 'line', 'gone'], 'container.rounded'))
  expect(now.objects['a']).toEqual({ ...own, shape: 'container.rounded', container: true })
  const back = after(now, changeShape(now, ['a'], 'flowchart.decision'))
  expect(back.objects['a']).toEqual({ ...own, shape: 'flowchart.decision', parameters: undefined })
  expect(back.objects['line']).toEqual(start.objects['line'])
  expect(back.objects['floating']).toEqual(start.objects['floating'])
})

it('lines that would hang beside the new outline hold on to it', () => {
  const start = page([shape('a', { width: 100, height: 100 }), connector('line', { to: end({ x: 1, y: 0.2 }) })])
  const now = after(start, changeShape(start, ['a'], 'basic.diamond'))
  expect(now.objects['line']).toMatchObject({ to: { attached: { objectId: 'a', anchor: { x: 1, y: 0.5 } } } })
  const same = after(start, changeShape(start, ['a'], 'container.box'))
  expect(same.objects['line']).toEqual(start.objects['line'])
})

it('what lies in a container stays in what it becomes; the locked and the unknown stay as they are', () => {
  const start = page([
    shape('a', { shape: 'container.box', container: true, width: 300, height: 300 }),
    shape('in', { parent: 'a', x: 20, y: 20 }),
    shape('held', { locked: true }),
  ])
  const now = after(start, changeShape(start, ['a', 'held'], 'basic.ellipse'))
  expect(now.objects['a']).toMatchObject({ shape: 'basic.ellipse', container: true })
  expect(places(now).get('in')).toEqual(places(start).get('in'))
  expect(now.objects['held']).toEqual(start.objects['held'])
  expect(after(start, changeShape(start, ['a'], 'basic.nothing'))).toEqual(start)
})
