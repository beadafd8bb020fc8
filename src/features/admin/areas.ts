/** Administration screens in navigation order. Titles are i18n keys. */
export const ADMIN_AREAS = [
  { path: '/admin', title: 'Overview' },
  { path: '/admin/users', title: 'Users' },
  { path: '/admin/groups', title: 'Groups' },
  { path: '/admin/permissions', title: 'Global permissions' },
  { path: '/admin/spaces', title: 'Spaces' },
  { path: '/admin/settings', title: 'General settings' },
  { path: '/admin/colours', title: 'Colours' },
  { path: '/admin/webhooks', title: 'Webhooks' },
  { path: '/admin/linked-applications', title: 'Linked applications' },
  { path: '/admin/analytics', title: 'Analytics' },
  { path: '/admin/diagrams', title: 'Diagrams' },
  { path: '/admin/embed-links', title: 'Embed links' },
  { path: '/admin/audit', title: 'Audit log' },
  { path: '/admin/backups', title: 'Backups' },
  { path: '/admin/system', title: 'System' },
  { path: '/admin/jobs', title: 'Background work' },
] as const
