import { t } from '#platform/web/i18n.ts'

/**
 * Messages of the importers, which also run on the server and in the command line, in English. `{{…}}` are their
 * values. Others are shown untranslated.
 */
export const IMPORT_TEXTS: readonly string[] = [
  'A link that does not lead to a page of the web or of this wiki is left out.',
  'The shape “{{name}}” is not known here; “{{shape}}” stands for it.',
  'The shape “{{name}}” is not known here; a box stands for it.',
  'A picture that the file does not hold itself is left out; a box stands for it.',
  'An arrow head that is not known is an open one.',
  'A line of the kind “{{name}}” is a plain one.',
  'The link leads to an address that is not allowed (only http, https, mailto and paths of this wiki); it is left out.',
  'Objects of the kind {{name}} are not known here; a box stands for it.',
  'There is no shape {{name}} here; {{shape}} stands for it.',
  'The line has a head that is not known here; a filled arrow is drawn.',
  'The picture lies elsewhere ({{name}}) and was not fetched; a labelled box stands for it. Insert it again.',
  'The file lacks this picture; a box stands for it. Insert it again.',
  'The file is larger than {{size}} MB; split it.',
  'The file has more than {{pages}} pages; split it.',
  'The file has no page.',
  'The contents of {{where}} cannot be unpacked: the file is damaged. Save it again in draw.io.',
  'The diagram cannot be taken over: {{why}}',
  'Line {{line}}, column {{column}}: {{why}}',
  'The Gliffy diagram cannot be taken over: {{why}}',
  'The Gliffy file cannot be read: {{why}}.',
  'The Gliffy file is damaged: it is no JSON ({{why}}). Export it from Gliffy again.',
  'This is no Gliffy diagram: its JSON is no object. Choose a file that Gliffy saved.',
  'This is no Gliffy diagram: it has no stage. Choose a file that Gliffy saved.',
  'The diagram holds more than {{objects}} objects. Split it into several diagrams and import each.',
  'The diagram is not JSON: {{why}}',
]

const PLACE = /\{\{(\w+)\}\}/g

const KNOWN = IMPORT_TEXTS.map(text => ({
  text,
  names: [...text.matchAll(PLACE)].map(([, name = '']) => name),
  // Split at placeholders; the text between is literal.
  sign: new RegExp(
    `^${text
      .split(/\{\{\w+\}\}/)
      .map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('(.*)')}$`,
    's',
  ),
}))

/** An importer's message, translated. */
export function importText(message: string, translate: typeof t = t): string {
  for (const { text, names, sign } of KNOWN) {
    const found = sign.exec(message)
    // Shape names are translated too.
    const valueOf = (name: string, at: number) =>
      name === 'shape' ? translate(found?.[at] ?? '') : (found?.[at] ?? '')
    if (found) return translate(text, Object.fromEntries(names.map((name, index) => [name, valueOf(name, index + 1)])))
  }
  return message
}
