import type { Search } from '#platform/web/feature.ts'

/** Parameters in the address of {@link ENTER_VARIABLES_PATH}; empty if absent. */
export function placeIn(search: Search) {
  const one = (name: string) => [search[name]].flat()[0] ?? ''
  return {
    templateId: one('templateId'),
    spaceKey: one('spaceKey'),
    title: one('title'),
    parentId: one('parentPageId') || one('fromPageId'),
  }
}
