import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { pagesChanged } from './changed.ts'
import { takeDeletedHierarchy } from './deleted-hierarchy.ts'

/**
 * Completes the deletion of a page with its descendants after the reload: the tree is read again, and a message says
 * so.
 */
export default function DeleteComplete() {
  const client = useQueryClient()
  useEffect(() => {
    const deleted = takeDeletedHierarchy()
    if (!deleted) return
    const { title, spaceKey, parentId } = deleted
    void pagesChanged(client, [{ spaceKey, parentId }])
    showSuccess(t('“{{title}}” is in the trash', { title }), { body: t('A space administrator can restore it.') })
    navigateTo(location.pathname + location.search, { replace: true })
  }, [client])
  return null
}
