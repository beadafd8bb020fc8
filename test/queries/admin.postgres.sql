select (select count(*)
  from space
  where status <> 'deleting') as spaces, (select count(*)
  from account
  where active = 1) as users, (select count(*)
  from content
  where status = 'current') as contents, (select sum(size)
  from attachment_version) as bytes;

select current_setting('server_version') as version, pg_database_size(current_database()) as size;
