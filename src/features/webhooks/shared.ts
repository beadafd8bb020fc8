/** The events that a webhook may be told of. */
export const WEBHOOK_EVENTS = [
  'page_created', 'page_updated', 'page_moved', 'page_trashed', 'page_restored', 'page_removed',
  'blog_created', 'blog_updated', 'blog_trashed', 'blog_restored', 'blog_removed',
  'comment_created', 'comment_updated', 'comment_removed',
  'attachment_created', 'attachment_updated', 'attachment_trashed', 'attachment_restored', 'attachment_removed',
  'content_permissions_updated', 'label_added', 'label_deleted',
  'space_created', 'space_updated', 'space_removed', 'space_permissions_updated',
  'user_created', 'user_deactivated', 'user_reactivated', 'user_removed', 'group_created', 'group_removed',
] as const
