import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { gliffyName, mapGliffy, mapGliffyTid, mapGliffyUid, type Certainty } from './gliffy-map.ts'
import { FAMILY_FALLBACK, GLIFFY_SHAPES } from './gliffy-tables.ts'
import { shapeLibrary } from './library.ts'

const corpus = new URL('../../../../shared/corpus/gliffy/', import.meta.url)

/** Uses and id of each line. */
const histogram = (kind: 'uid' | 'tid'): { uses: number; id: string }[] =>
  readFileSync(new URL(`gliffy-${kind}-histogram.tsv`, corpus), 'utf8')
    .trim()
    .split('\n')
    .map(line => {
      const cells = line.split('\t')
      return { uses: Number(cells[0]), id: cells.at(-1) ?? '' }
    })

describe('Gliffy', () => {
  it('has tables that name shapes of the library alone', () => {
    for (const id of [
      ...Object.values(GLIFFY_SHAPES).flatMap(table => Object.values(table)),
      ...Object.values(FAMILY_FALLBACK),
    ]) {
      expect(shapeLibrary.has(id), id).toBe(true)
    }
  })

  it.each([
    ['com.gliffy.stencil.round_rectangle.basic_v1', 'basic', 'round_rectangle'],
    ['com.gliffy.stencil.network.network_v4.business.rack_server_1u', 'network', 'rack_server_1u'],
    ['com.gliffy.shape.uml.uml_v2.sequence.anchor_line', 'uml', 'anchor_line'],
    ['gstencil.azure_v2.integration.Azure_Service_Bus', 'azure', 'azure_service_bus'],
    ['com.gliffy.shape.iphone.iphone_ios7.icons_glyphs.glyph_cloud', 'iphone', 'glyph_cloud'],
    ['com.gliffy.stencil.aws.non_service_specific.disk', 'aws', 'disk'],
    ['constructor_v1.__proto__', '', '__proto__'],
    ['', '', ''],
  ])('splits %s', (id, family, name) => {
    expect(gliffyName(id)).toEqual({ family, name })
  })

  it('tells shapes from connectors, texts, pictures and groups', () => {
    expect(mapGliffyUid('com.gliffy.shape.basic.basic_v1.default.text').kind).toBe('text')
    expect(mapGliffyUid('com.gliffy.shape.basic.basic_v1.default.image').kind).toBe('image')
    expect(mapGliffyUid('com.gliffy.shape.basic.basic_v1.default.group').kind).toBe('group')
    expect(mapGliffyUid('com.gliffy.shape.uml.uml_v1.default.implements')).toMatchObject({
      kind: 'connector',
      end: 'hollow',
      isDashed: true,
    })
    expect(mapGliffyUid('com.gliffy.shape.uml.uml_v1.default.class')).toMatchObject({
      kind: 'composite',
      shape: 'uml.class',
    })
    expect(mapGliffyUid('com.gliffy.shape.swimlanes.swimlanes_v1.default.horizontal_four_lane_pool')).toMatchObject({
      kind: 'composite',
      shape: 'swimlane.horizontal-4',
      isContainer: true,
    })
  })

  it('takes the name of the uid where it looks as the stencil, else the stencil', () => {
    const of = (uid: string | null, tid: string) => mapGliffy(uid, `com.gliffy.stencil.${tid}`).shape
    expect(of('com.gliffy.shape.erd.erd_v1.default.attribute', 'ellipse.basic_v1')).toBe('erd.attribute')
    expect(of('com.gliffy.shape.uml.uml_v1.default.interface', 'ellipse.basic_v1')).toBe('basic.ellipse')
    expect(of('com.gliffy.shape.flowchart.flowchart_v2.default.process', 'rectangle.flowchart_v2')).toBe(
      'flowchart.process',
    )
    expect(of(null, 'rectangle.rounded_top')).toBe('basic.rounded-top')
  })

  it('draws glyphs of outlines hollow, so that what lies behind them is seen', () => {
    const { shape, style } = mapGliffyTid('com.gliffy.stencil.iphone.iphone_ios7.icons_glyphs.glyph_cloud')
    expect({ shape, style }).toEqual({ shape: 'network.cloud-outline', style: { stroke: 'none' } })
    const paths = shapeLibrary.get(shape)?.paths({ width: 200, height: 100 }, {}) ?? []
    // Two rounds in one path, the inner one the other way about: a hole.
    expect(paths.map(({ d }) => d.match(/M/g)?.length)).toEqual([2])
  })

  it('guesses by words what no table names, and answers for anything', () => {
    expect(mapGliffyTid('com.gliffy.stencil.network.network_v4.business.blue_web_server')).toMatchObject({
      certainty: 'guessed',
      shape: 'network.server',
    })
    for (const id of [
      '',
      '.',
      'constructor',
      '__proto__.toString',
      'com.gliffy.stencil.nothing.at_all_v9',
      'x'.repeat(10_000),
      'a_'.repeat(10_000),
    ]) {
      expect(shapeLibrary.has(mapGliffyTid(id).shape), id.slice(0, 40)).toBe(true)
    }
    const familyShape = (tid: string) => mapGliffyTid(`com.gliffy.stencil.${tid}`).shape
    expect(
      ['circle_left.venn_v1', 'box.orgchart_v1', 'google_cloud.compute.compute_engine', 'topic.mindmap_v1'].map(
        familyShape,
      ),
    ).toEqual(['basic.ellipse', 'org.position', 'cloud.compute', 'basic.rounded-rectangle'])
    expect(mapGliffyTid('nonsense')).toMatchObject({ certainty: 'fallback', shape: 'basic.rectangle' })
  })

  it.skipIf(!existsSync(corpus)).each(['uid', 'tid'] as const)(
    'maps every %s of the corpus, and 99 of 100 uses exactly (skipped without the corpus)',
    kind => {
      const count: Record<Certainty, number> = { exact: 0, guessed: 0, fallback: 0 }
      for (const { uses, id } of histogram(kind)) {
        const mapping = kind === 'uid' ? mapGliffyUid(id) : mapGliffyTid(id)
        if ('shape' in mapping) expect(shapeLibrary.has(mapping.shape), id).toBe(true)
        count[mapping.certainty] += uses
      }
      const all = count.exact + count.guessed + count.fallback
      expect(all).toBeGreaterThan(10_000)
      expect(count.exact / all).toBeGreaterThan(0.99)
      expect(count.fallback / all).toBeLessThan(0.001)
    },
  )
})
