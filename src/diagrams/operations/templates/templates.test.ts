import { describe, expect, it } from 'vitest'
import { createScene, isBoxed, type Placed } from '../../render/scene.ts'
import { connectorGeometry } from '../../render/connector.ts'
import { textAreaOf } from '../../render/text-area.ts'
import { layoutText } from '../../render/text-layout.ts'
import { findShape } from '../../shapes/library.ts'
import type { ConnectorObject, DiagramObject } from '../../model/document.ts'
import { checkDocument, readDocument, writeDocument } from '../../model/validate.ts'
import german from './de.json' with { type: 'json' }
import {
  blank,
  TEMPLATE_CATEGORIES,
  templates,
  templatesOf,
  wordsOf,
  type Template,
  type Translate,
} from './templates.ts'

function objectsOf(template: Template, translate: Translate): DiagramObject[] {
  return Object.values(template.build(translate).pages[0]?.objects ?? {})
}

it('has at least four templates in each category, and a blank page', () => {
  for (const category of TEMPLATE_CATEGORIES) expect(templatesOf(category).length, category).toBeGreaterThanOrEqual(4)
  expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length)
  expect(checkDocument(blank()).pages).toMatchObject([{ width: 800, height: 600, objects: {} }])
})

it('speaks German', async () => {
  const [translate, used] = [await wordsOf('de-DE'), new Set<string>()]
  for (const one of [...templates, { build: blank }]) {
    one.build(english => {
      used.add(english)
      return translate(english)
    })
  }
  expect(
    Object.keys(german).filter(text => !used.has(text)),
    'no longer used',
  ).toEqual([])
  // Texts with words, which are no code or name of a product.
  const missing = [...used].filter(
    text => !Object.hasOwn(german, text) && / /.test(text) && !/[\n:()]|^(?:GET|JSON|«abstract»|\[Kotlin)/.test(text),
  )
  expect(missing).toEqual([])
  expect((await wordsOf('fr'))('Flowchart')).toBe('Flowchart')
})

describe.each(templates.map(template => [template.id, template] as const))('%s', (_id, template) => {
  it('is a valid document that survives being stored', () => {
    const document = template.build()
    expect(readDocument(writeDocument(document))).toEqual(document)
    expect(template.build(), 'the same each time').toEqual(document)
  })

  it('gives all of its texts to be translated', () => {
    const document = template.build(() => 'ß')
    const found = JSON.stringify(
      document.pages.map(page => [page.name, page.layers.map(({ name }) => name), page.objects]),
    ).matchAll(/"(?:text|name)":"([^"]*)"/g)
    expect(new Set([...found].map(([, text]) => text))).toEqual(new Set(['ß']))
  })

  it.each(['en', 'de'])('uses shapes of the library, with texts that fit into them: %s', async language => {
    for (const object of objectsOf(template, await wordsOf(language))) {
      if (object.kind !== 'shape') continue
      const definition = findShape(object.shape)
      expect(definition, object.shape).toBeDefined()
      if (!definition || !object.text) continue
      const area = textAreaOf(object, object.text)
      const isBeside = area.y >= object.height
      const { lines, height, width } = layoutText(object.text, area.width, area.height)
      const texts = lines.map(({ pieces }) => pieces.map(piece => piece.text).join(''))
      const text = texts.join(' ')
      // Lines end between words: what follows one that does not is the next paragraph.
      const starts = new Set(
        object.text.paragraphs
          .flatMap(({ runs }) => runs.flatMap(run => run.text.split('\n')))
          .map(line => line.slice(0, 3)),
      )
      texts
        .slice(1)
        .forEach((line, index) =>
          expect(/[\s-]$/.test(texts[index] ?? '') || starts.has(line.slice(0, 3)), `a word is broken: ${text}`).toBe(
            true,
          ),
        )
      expect(width, text).toBeLessThanOrEqual(area.width)
      if (!isBeside) expect(height, text).toBeLessThanOrEqual(area.height)
    }
  })

  it('connects shapes by lines that are level or upright, or lead straight from one to the other', () => {
    const document = template.build()
    const [page] = document.pages
    const scene = page && createScene(document, page)
    for (const place of scene?.placed.values() ?? []) {
      if (!scene || !isConnector(place)) continue
      const { object } = place
      for (const { attached } of [object.from, object.to])
        expect(attached && isBoxed(scene.placed.get(attached.objectId)), object.id).toBe(true)
      if (object.route !== 'orthogonal') continue
      const { points } = connectorGeometry(scene, place)
      points.slice(1).forEach((point, index) => {
        const before = points[index] ?? point
        expect(
          Math.min(Math.abs(point.x - before.x), Math.abs(point.y - before.y)),
          `a slanted stretch of ${object.id}`,
        ).toBeLessThan(0.01)
      })
      // Steps of a few px look like mistakes.
      points.slice(2, -1).forEach((point, index) => {
        const before = points[index + 1] ?? point
        expect(
          Math.abs(point.x - before.x) + Math.abs(point.y - before.y),
          `a small step of ${object.id}`,
        ).toBeGreaterThan(6)
      })
    }
  })
})

function isConnector(place: Placed): place is Placed<ConnectorObject> {
  return place.object.kind === 'connector'
}
