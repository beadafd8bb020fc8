import type { ScreenProps } from '#platform/web/feature.ts'
import { CollectionScreen } from './CollectionScreen.tsx'

export default function PagesScreen({ search }: ScreenProps) {
  return <CollectionScreen of="pages" spaceKey={String(search['key'])} />
}
