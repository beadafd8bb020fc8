import type { ScreenProps } from '#platform/web/feature.ts'
import { CollectionScreen } from './CollectionScreen.tsx'

/** The pages of a space, last changed first. */
export default function PagesScreen({ search }: ScreenProps) {
  return <CollectionScreen of="pages" spaceKey={String(search['key'])} />
}
