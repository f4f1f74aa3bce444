-- Claims what is due in one partition: no owner, only a second's head start. A claimer that dies leaves its rooms due
-- again a second later, for whoever asks then.
--
-- KEYS  1 due      ARGV  1 how many at most   2 head start (ms)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local codes = redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[1])
for _, code in ipairs(codes) do
  redis.call('ZADD', KEYS[1], now + ARGV[2], code)
end
return {now, redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] or '', codes}
