/** Address for signing in, and coming back. @param destination a path of the wiki, with its query */
export function loginPath(destination: string): string {
  return `/login.action?os_destination=${encodeURIComponent(destination)}`
}
