import { escapeText } from './escape.ts'

/** Code macro head with language and title, invalid characters removed. */
export function codeHead(language: string, title = ''): string {
  const parameter = (name: string, value: string) =>
    value === '' ? '' : `<ac:parameter ac:name="${name}">${escapeText(value)}</ac:parameter>`
  return (
    parameter('language', language.replace(/[^\w+#-]/g, '').slice(0, 30)) +
    parameter('title', title.trim().slice(0, 200))
  )
}
