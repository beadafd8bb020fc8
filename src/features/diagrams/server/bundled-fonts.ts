import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FontFace } from '#diagrams/render/faces.ts'

const FOLDERS = new Map([
  ['Arimo', 'arimo'],
  ['Tinos', 'tinos'],
  ['Cousine', 'cousine'],
])
export const BUNDLED_FAMILIES = [...FOLDERS.keys()]

/** TTF file of a bundled face; undefined for other families. */
export function bundledFont({ family, bold, italic }: FontFace): string | undefined {
  const folder = FOLDERS.get(family)
  const style = `${bold ? '700Bold' : '400Regular'}${italic ? '_Italic' : ''}`
  return folder === undefined
    ? undefined
    : fileURLToPath(import.meta.resolve(`@expo-google-fonts/${folder}/${style}/${family}_${style}.ttf`))
}

/** Folders of the bundled fonts. */
export function bundledFontFolders(): string[] {
  return BUNDLED_FAMILIES.flatMap(family => bundledFont({ family, bold: false, italic: false }) ?? []).map(file =>
    dirname(dirname(file)),
  )
}
