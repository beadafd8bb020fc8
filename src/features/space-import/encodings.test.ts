import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { sameText } from './testing/export.ts'
import { importsInto, sameTexts } from './testing/imports.ts'

onEachEngine(
  'the import of exports whose characters are not as they should be',
  () => features,
  wiki => {
    const { imported, textsIn, zipped } = importsInto(wiki)

    it.each<[string, (xml: string) => Uint8Array, Record<string, unknown>]>([
      [
        'LATIN',
        xml => Buffer.from(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1'),
        { 'entities.xml of the export is encoded in {{encoding}} and was read as such': { encoding: 'ISO-8859-1' } },
      ],
      [
        'WIDE',
        xml => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml.replace('UTF-8', 'UTF-16'), 'utf16le')]),
        { 'entities.xml of the export is encoded in {{encoding}} and was read as such': { encoding: 'UTF-16LE' } },
      ],
      [
        'WRONG',
        xml => Buffer.from(xml, 'latin1'),
        {
          'entities.xml of the export has bytes that are not UTF-8, and were read as Windows-1252: {{number}}': {
            number: 5,
          },
        },
      ],
      [
        'CONTROL',
        xml => Buffer.from(xml.replaceAll('é', 'é\u000b')),
        {
          'entities.xml of the export has characters that XML forbids, which were left out: {{number}}': { number: 5 },
        },
      ],
    ])('reads them, and says how: %s', async (key, encoded, expected) => {
      const from = 1_000_000 + key.charCodeAt(1) * 100
      const path = await zipped({ 'entities.xml': encoded(sameText(key, from, '<p>Café</p>')) })
      const { report } = await imported(path)
      expect(await textsIn(key)).toEqual(sameTexts('<p>Café</p>'))
      expect(Object.fromEntries(report.remarks.map(remark => [remark.key, remark.values]))).toEqual(expected)
    })

    it('shows a text that names forbidden characters without them, and says so', async () => {
      const text =
        '<p>a&#1;b&#65;<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[&#1;]]></ac:plain-text-body></ac:structured-macro></p>'
      const { report } = await imported(await zipped({ 'entities.xml': sameText('NAMED', 1_002_000, text) }))
      const [[, , stored] = []] = await textsIn('NAMED')
      expect(stored).toContain('<p>abA<ac:structured-macro')
      expect(stored).toContain('<![CDATA[&#1;]]>')
      expect(report.remarks).toContainEqual({
        key: 'The text of "{{where}}" has characters that XML forbids, which were left out: {{number}}',
        values: { where: 'First', number: 1 },
      })
    })
  },
)
