import type { Search } from '#platform/web/feature.ts'

/** What the address of {@link ENTER_VARIABLES_PATH} says; empty where it says nothing. */
export function placeIn(search: Search) {
  const one = (name: string) => [search[name]].flat()[0] ?? ''
  return {
    templateId: one('templateId'),
    spaceKey: one('spaceKey'),
    title: one('title'),
    parentId: one('parentPageId') || one('fromPageId'),
  }
}
