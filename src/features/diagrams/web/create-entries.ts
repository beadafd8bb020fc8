import { DIAGRAM_TYPE_PARAMETER, SHOW_MACRO_PARAMETER, TEMPLATE_CATEGORIES, type TemplateCategory } from '../names.ts'

/** An entry of the create menu. */
export interface CreateEntry {
  /** Id of the old product's blueprint. */
  id: `gliffy-blueprint-item-${string}`
  /** English; a key of i18n. */
  label: string
  /** Template category; absent for an empty page. */
  type?: TemplateCategory
  /** Registered, but not offered yet. */
  isPlaceholder?: true
}

const LABELS: Readonly<Record<TemplateCategory, string>> = {
  org: 'Org chart',
  network: 'Network diagram',
  software: 'Software diagram',
}

export const CREATE_ENTRIES: readonly CreateEntry[] = [
  { id: 'gliffy-blueprint-item-main', label: 'Diagram' },
  ...TEMPLATE_CATEGORIES.map((type): CreateEntry => ({
    id: `gliffy-blueprint-item-${type}`,
    label: LABELS[type],
    type,
  })),
  { id: 'gliffy-blueprint-item-pack', label: 'Diagram pack', isPlaceholder: true },
]

/** URL of the create-page action for a page with a diagram; the space is chosen there if absent. */
export function createHref(
  { type }: CreateEntry,
  { spaceKey, contentId }: { spaceKey?: string | undefined; contentId?: string | undefined },
): string {
  const query = new URLSearchParams({ [SHOW_MACRO_PARAMETER]: 'true' })
  if (type) query.set(DIAGRAM_TYPE_PARAMETER, type)
  else query.set('fromCreateDialog', 'true')
  if (spaceKey) query.set('spaceKey', spaceKey)
  query.set('newSpaceKey', spaceKey ?? '')
  if (contentId) query.set('fromPageId', contentId)
  return `/pages/createpage.action?${query}`
}
