insert into "file_words" ("content_id", "source", "words")
  values (…)
  on conflict ("content_id") do update
  set "source" = ?, "words" = ?;

select "content"."id", "content"."title", "content"."space_id", "content"."updater_id", "attachment"."media_type", "attachment"."size", "attachment"."sha256"
  from "attachment"
  inner join "content" on "content"."id" = "attachment"."content_id"
  left join "file_words" on "file_words"."content_id" = "attachment"."content_id" and "file_words"."source" = "attachment"."sha256"
  where "attachment"."content_id" in (…) and "file_words"."content_id" is null;

select "content_id", "words"
  from "file_words"
  where "content_id" in (…) and "words" <> ?;

select *
  from "file_pin"
  where "comment_id" in (…);

select distinct file.container_id as id
  from content as comment join content as file on file.id = comment.container_id
  where comment.id in (…) and comment.type = 'comment' and file.type = 'attachment';
