insert into "backup_job" ("state", "owner_id", "file_name", "file_size", "progress", "error", "created_at", "started_at", "finished_at", "cancelled_at")
  values (…)
  on conflict do nothing
  returning *;

select "file_name"
  from "backup_job"
  where "state" = 'FINISHED'
  order by "id" desc
  limit ?
  offset ?;

select "id"
  from "backup_job"
  where "state" in ('QUEUED', 'PROCESSING', 'CANCELLING')
  limit ?;

select *
  from "backup_job"
  where "id" = ?;

select *
  from "backup_job"
  where "id" = ? and "state" = 'FINISHED';

select count(distinct "sha256") as "total"
  from "attachment_version";

update "backup_job"
  set "progress" = ?
  where "id" = ? and "state" = 'PROCESSING'
  returning "id";

update "backup_job"
  set "state" = ?, "cancelled_at" = ?
  where "state" = 'QUEUED'
  returning "id", "file_name";

update "backup_job"
  set "state" = ?, "progress" = ?, "file_size" = ?, "lost_files" = ?, "finished_at" = ?
  where "id" = ? and "state" = 'PROCESSING'
  returning "id";

update "backup_job"
  set "state" = ?, "started_at" = ?, "progress" = ?
  where "id" = ? and "state" in ('QUEUED', 'PROCESSING')
  returning "file_name";
