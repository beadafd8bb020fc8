import type { ScreenProps } from '#platform/web/feature.ts'
import { CollectionScreen } from './CollectionScreen.tsx'

/** The posts of a space, newest first. */
export default function BlogScreen({ search }: ScreenProps) {
  return <CollectionScreen of="blogs" spaceKey={String(search['key'])} />
}
