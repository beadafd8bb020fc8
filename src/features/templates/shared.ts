/** Asks for what a template or blueprint needs to know, then opens the editor with the filled text. */
export const ENTER_VARIABLES_PATH = '/pages/createpage-entervariables.action'
/** The old product's name of the blueprint of meeting notes, by which pages refer to it. */
export const MEETING_NOTES_KEY =
  'com.atlassian.confluence.plugins.confluence-business-blueprints:meeting-notes-blueprint'
export const MAX_TEMPLATE_NAME = 255
export const MAX_TEMPLATE_DESCRIPTION = 1000

/** Address at which a page from a template or blueprint begins. */
export function fromTemplatePath(
  templateId: string,
  spaceKey: string,
  { title, parentId }: { title?: string | undefined; parentId?: string | undefined } = {},
): string {
  const query = new URLSearchParams({ templateId, spaceKey })
  if (title) query.set('title', title)
  if (parentId) query.set('parentPageId', parentId)
  return `${ENTER_VARIABLES_PATH}?${query}`
}
