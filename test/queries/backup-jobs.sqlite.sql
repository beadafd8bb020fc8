insert into "backup_job" ("scope", "space_key", "owner_id", "file_name", "created_at", "state", "file_size", "progress", "error", "started_at", "finished_at", "cancelled_at")
  values (…)
  on conflict do nothing
  returning *;

select "file_name"
  from "backup_job"
  where "operation" = ? and "space_key" is null and "state" = 'FINISHED'
  order by "id" desc
  limit ?
  offset ?;

select "id"
  from "backup_job"
  where "operation" = ? and "space_key" is null and "state" in ('QUEUED', 'PROCESSING', 'CANCELLING')
  limit ?;

select *
  from "backup_job"
  where "id" = ?;

select *
  from "backup_job"
  where "id" = ? and "operation" = ? and "state" = 'FINISHED';

select *
  from "backup_job"
  where "owner_id" = ? and "space_key" = ?
  order by "id" desc
  limit ?
  offset ?;

select *
  from "backup_job"
  where "space_key" = ?
  order by "id" desc
  limit ?
  offset ?;

select count(distinct "sha256") as "total"
  from "attachment_version";

update "backup_job"
  set "file_size" = ?, "lost_files" = ?, "state" = ?, "progress" = ?, "finished_at" = ?, "file_sha256" = ?
  where "id" = ? and "state" = 'PROCESSING'
  returning "id";

update "backup_job"
  set "progress" = ?
  where "id" = ? and "state" = 'PROCESSING'
  returning "id";

update "backup_job"
  set "state" = ?, "cancelled_at" = ?, "file_sha256" = ?
  where "state" = 'QUEUED'
  returning "id", "file_name";

update "backup_job"
  set "state" = ?, "started_at" = ?, "progress" = ?
  where "id" = ? and "state" in ('QUEUED', 'PROCESSING')
  returning *;
