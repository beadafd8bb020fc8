/** Path of a public link; its token follows. Not below `/rest`: it is what people paste into other tools. */
export const EMBED_PATH = '/embed'

export const embedPath = (token: string): string => `${EMBED_PATH}/${token}`

/** Text of the dialog if there is nothing to link to yet; also the answer of the call. */
export const SAVE_FIRST = 'Please save the diagram and document to generate an embed link!'

/** A tool that a link is made for. */
export interface EmbedTarget {
  /** Its `utm_source`. */
  id: string
  /** A product's name, or a key of i18n. */
  label: string
}

/** In the order of the dialog. */
export const EMBED_TARGETS = [
  { id: 'custom', label: 'Custom' },
  { id: 'jira', label: 'Jira' },
  { id: 'jira-service-desk', label: 'Jira Service Desk' },
  { id: 'confluence', label: 'Confluence' },
  { id: 'hipchat', label: 'Hipchat' },
  { id: 'trello', label: 'Trello' },
  { id: 'slack', label: 'Slack' },
] as const satisfies readonly EmbedTarget[]
export type EmbedTargetId = (typeof EMBED_TARGETS)[number]['id']

/** A link as its target reads it: plain, as a picture of Jira's markup, or with the source of its visitors. */
export function linkFor(target: EmbedTargetId, url: string): string {
  if (target === 'custom') return url
  if (target === 'jira') return `!${url}!`
  return `${url}?utm_medium=live&utm_source=${target}`
}

/** Links of one diagram that work at the same time. */
export const MOST_LINKS = 1000

/** Origins that may be allowed. */
export const MOST_ORIGINS = 50
