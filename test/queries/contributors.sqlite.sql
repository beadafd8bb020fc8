select "author_id" as "account_id", count(*) as "total", max("at") as "last"
  from "content_version"
  where "content_id" in (…)
  group by "author_id"
  order by count(*) desc
  limit ?;
