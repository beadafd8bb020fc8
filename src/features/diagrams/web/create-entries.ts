import { DIAGRAM_TYPE_PARAMETER, SHOW_MACRO_PARAMETER, TEMPLATE_CATEGORIES, type TemplateCategory } from '../names.ts'

/** An entry of the menu of what can be created. */
export interface CreateEntry {
  /** As the old product's blueprint is called. */
  id: `gliffy-blueprint-item-${string}`
  /** English; a key of i18n. */
  label: string
  /** Templates that it begins with; absent for an empty page. */
  type?: TemplateCategory
  /** Stands for something to come: registered, but not offered. */
  isPlaceholder?: true
}

const LABELS: Readonly<Record<TemplateCategory, string>> = { org: 'Org chart', network: 'Network diagram', software: 'Software diagram' }

/** What of diagrams can be created. */
export const CREATE_ENTRIES: readonly CreateEntry[] = [
  { id: 'gliffy-blueprint-item-main', label: 'Diagram' },
  ...TEMPLATE_CATEGORIES.map((type): CreateEntry => ({ id: `gliffy-blueprint-item-${type}`, label: LABELS[type], type })),
  { id: 'gliffy-blueprint-item-pack', label: 'Diagram pack', isPlaceholder: true },
]

/** Where the entry leads: the create-page action, which begins a page with a diagram. Without a space, one is chosen there. */
export function createHref({ type }: CreateEntry, { spaceKey, contentId }: { spaceKey?: string | undefined; contentId?: string | undefined }): string {
  const query = new URLSearchParams({ [SHOW_MACRO_PARAMETER]: 'true' })
  if (type) query.set(DIAGRAM_TYPE_PARAMETER, type)
  else query.set('fromCreateDialog', 'true')
  if (spaceKey) query.set('spaceKey', spaceKey)
  query.set('newSpaceKey', spaceKey ?? '')
  if (contentId) query.set('fromPageId', contentId)
  return `/pages/createpage.action?${query}`
}
