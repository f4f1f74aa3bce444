-- Corrects the due entry of a room for which nothing was to be done, unless it has moved on; forgets a room that is gone.
--
-- KEYS  1 room   2 due   3 open   4 phases      ARGV  1 code   2 the version it was found at ("0": no room)   3 due (ms)
local version = redis.call('HGET', KEYS[1], 'v') or '0'
if version ~= ARGV[2] then
  return
end
if version == '0' then
  redis.call('ZREM', KEYS[2], ARGV[1])
  redis.call('HDEL', KEYS[3], ARGV[1])
  redis.call('ZREM', KEYS[4], ARGV[1])
else
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
end
