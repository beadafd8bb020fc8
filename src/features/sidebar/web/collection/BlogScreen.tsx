import type { ScreenProps } from '#platform/web/feature.ts'
import { CollectionScreen } from './CollectionScreen.tsx'

export default function BlogScreen({ search }: ScreenProps) {
  return <CollectionScreen of="blogs" spaceKey={String(search['key'])} />
}
