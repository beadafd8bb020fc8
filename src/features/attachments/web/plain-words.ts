import { t } from '#platform/web/i18n.ts'
import { inReadersWords } from '#platform/web/refusals.ts'

/** What the server said of a file, for people: some of it is worded for programs. */
export function plainWords(said: string): string {
  if (said.startsWith('No content found')) return t('The page or the file is not there any more, or you may not see it.')
  if (said.startsWith('XSRF ')) return t('You are not signed in any more. Reload the page and try again.')
  if (said.startsWith('size: ')) return t('The file did not arrive as a whole. Please try again.')
  const [, field, problem = ''] = /^(?:body\.)?(filename|title|comment): (.*)$/s.exec(said) ?? []
  if (field === 'comment') return t('This comment cannot be taken: {{problem}}', { problem })
  if (field !== undefined) return t('This file name cannot be taken: {{problem}}', { problem })
  return inReadersWords(said) ?? said
}
